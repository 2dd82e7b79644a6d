void shared_add(void);
int shared_sum(void);
