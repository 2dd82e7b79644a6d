/* search.h: trees, arrays and lists. The tree is not balanced; what is found in it, and in which order it is walked, is the same. */
#include "tb.h"

typedef int (*compare_t)(const void *, const void *);
enum visit { preorder, postorder, endorder, leaf };

/* The key first, as callers read it through a pointer to the node. */
struct node {
    const void *key;
    struct node *left, *right;
};

/* Where the node with the key is hung up, or would be. */
static struct node **place(const void *key, struct node **root, compare_t compare, struct node **parent)
{
    *parent = NULL;
    while (*root) {
        int order = compare(key, (*root)->key);
        if (order == 0)
            break;
        *parent = *root;
        root = order < 0 ? &(*root)->left : &(*root)->right;
    }
    return root;
}

void *tfind(const void *key, void *const *root, compare_t compare)
{
    struct node *parent;
    return root ? *place(key, (struct node **)root, compare, &parent) : NULL;
}

void *tsearch(const void *key, void **root, compare_t compare)
{
    if (!root)
        return NULL;
    struct node *parent, **at = place(key, (struct node **)root, compare, &parent);
    if (!*at) {
        struct node *node = malloc(sizeof *node);
        if (node) {
            node->key = key;
            node->left = node->right = NULL;
            *at = node;
        }
    }
    return *at;
}

/* Gives the parent, or of the root something that is not null. */
void *tdelete(const void *key, void **root, compare_t compare)
{
    if (!root)
        return NULL;
    struct node *parent, **at = place(key, (struct node **)root, compare, &parent), *node = *at;
    if (!node)
        return NULL;
    if (!node->left) {
        *at = node->right;
    } else if (!node->right) {
        *at = node->left;
    } else {
        /* The next one takes its place. */
        struct node **next = &node->right;
        while ((*next)->left)
            next = &(*next)->left;
        struct node *found = *next;
        *next = found->right;
        found->left = node->left;
        found->right = node->right;
        *at = found;
    }
    free(node);
    return parent ? parent : (void *)root;
}

static void walk(const struct node *node, void (*act)(const void *, enum visit, int), int level)
{
    if (!node->left && !node->right) {
        act(node, leaf, level);
        return;
    }
    act(node, preorder, level);
    if (node->left)
        walk(node->left, act, level + 1);
    act(node, postorder, level);
    if (node->right)
        walk(node->right, act, level + 1);
    act(node, endorder, level);
}

void twalk(const void *root, void (*act)(const void *, enum visit, int))
{
    if (root && act)
        walk(root, act, 0);
}

static void walk_with(const struct node *node, void (*act)(const void *, enum visit, void *), void *with)
{
    if (!node->left && !node->right) {
        act(node, leaf, with);
        return;
    }
    act(node, preorder, with);
    if (node->left)
        walk_with(node->left, act, with);
    act(node, postorder, with);
    if (node->right)
        walk_with(node->right, act, with);
    act(node, endorder, with);
}

void twalk_r(const void *root, void (*act)(const void *, enum visit, void *), void *with)
{
    if (root && act)
        walk_with(root, act, with);
}

void tdestroy(void *root, void (*release)(void *))
{
    struct node *node = root;
    if (!node)
        return;
    tdestroy(node->left, release);
    tdestroy(node->right, release);
    release((void *)node->key);
    free(node);
}

void *lfind(const void *key, const void *base, size_t *count, size_t size, compare_t compare)
{
    const char *at = base;
    for (size_t i = 0; i < *count; i++, at += size)
        if (compare(key, at) == 0)
            return (void *)at;
    return NULL;
}

void *lsearch(const void *key, void *base, size_t *count, size_t size, compare_t compare)
{
    void *found = lfind(key, base, count, size, compare);
    if (found)
        return found;
    void *end = (char *)base + *count * size;
    __builtin_memcpy(end, key, size);
    ++*count;
    return end;
}

struct link {
    struct link *next, *previous;
};

void insque(void *element, void *previous)
{
    struct link *link = element, *before = previous;
    if (!before) {
        link->next = link->previous = NULL;
        return;
    }
    link->next = before->next;
    link->previous = before;
    if (before->next)
        before->next->previous = link;
    before->next = link;
}

void remque(void *element)
{
    struct link *link = element;
    if (link->next)
        link->next->previous = link->previous;
    if (link->previous)
        link->previous->next = link->next;
}
