//@ check: safe executions=1
//@ cflags: -O1
// What clang makes of ordinary code at -O1: selects, saturations, loops as intrinsics.
#include <assert.h>
#include <string.h>

struct point { int x, y, z; };
static struct point points[4];
volatile int n = 4;

static struct point centre(const struct point *p, int count) {
    struct point sum = {0, 0, 0};
    for (int i = 0; i < count; i++)
        sum.x += p[i].x, sum.y += p[i].y, sum.z += p[i].z;
    sum.x /= count, sum.y /= count, sum.z /= count;
    return sum;
}

int main(void) {
    int count = n;
    for (int i = 0; i < count; i++)
        points[i] = (struct point){i, 2 * i, i < 2 ? i : -i};
    struct point c = centre(points, count);
    assert(c.x == 1 && c.y == 3 && c.z == -1);
    memset(points, 0, sizeof points);
    assert(points[3].y == 0);
    return 0;
}
