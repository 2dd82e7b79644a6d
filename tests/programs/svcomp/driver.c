//@ check --symbolic: data-race
// A driver: one thread carries out a command, another one takes the device away. Reading and asking for the size lock the device;
// BAD one of the commands, which is input, does not. GOOD: it does.
#include <pthread.h>

enum { READ, SIZE, RESET };
extern unsigned __VERIFIER_nondet_uint(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    int is_open, size, position;
} device = {1, 8, 0};
static unsigned command;

static int carry_out(void) {
    int result = -1;
    if (command == RESET) {
#ifdef GOOD
        pthread_mutex_lock(&lock);
#endif
        device.position = 0; /*@reset*/
#ifdef GOOD
        pthread_mutex_unlock(&lock);
#endif
        return 0;
    }
    pthread_mutex_lock(&lock);
    if (device.is_open) {
        result = command == READ ? device.position++ : command == SIZE ? device.size : -1;
    }
    pthread_mutex_unlock(&lock);
    return result;
}

static void *use(void *arg) {
    carry_out();
    return arg;
}

static void *take_away(void *arg) {
    pthread_mutex_lock(&lock);
    device.is_open = 0;
    device.size = device.position = 0; /*@close*/
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t, u;
    command = __VERIFIER_nondet_uint();
    pthread_create(&t, 0, use, 0);
    pthread_create(&u, 0, take_away, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
