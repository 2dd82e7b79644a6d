// A queue of one element, so that inputs can be taken apart: see ../../inputs.rs.
struct queue;
struct queue *queue_shared(void);
void queue_put(struct queue *queue, int value);
int queue_take(struct queue *queue);
