/*
 * HTTP/1.1 load from one thread: keep-alive connections, one request at a time on each, the requests prepared.
 *
 *   load <port> <connections> <seconds> <rate> <order> <requests file>
 *
 * rate 0: each connection sends its next request when the answer is there. Otherwise so many requests a second fall
 * due at even distances, and a request's time counts from the moment it was due, waiting for a free connection
 * included. order: `random` (the same sequence in every run), or the number of the request to begin with, one after the
 * other.
 * The file holds requests one after another, each after its length as 4 bytes, little-endian.
 * Prints one line of JSON; an answer other than 200 or 201 is an error. Linux only.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { BUFFER = 1 << 20, MAX_CONNECTIONS = 4096 };

typedef struct { const char *data; uint32_t length; } Request;
typedef struct { int fd; int busy; uint64_t since; size_t filled; long body_end; char *buffer; } Connection;

static Request *requests;
static size_t request_count, next_row;
static Connection connections[MAX_CONNECTIONS];
static int connection_count, idle[MAX_CONNECTIONS], idle_count;
static int in_row;
static uint64_t random_state = 88172645463325252ull;
static uint32_t *times_us;
static size_t time_count, time_room, errors, statuses_bad, late;
static uint64_t bytes;

static uint64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000ull + (uint64_t)t.tv_nsec;
}

static void die(const char *what) {
  perror(what);
  exit(1);
}

static uint64_t next_random(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state;
}

static const Request *next_request(void) {
  if (in_row) return &requests[next_row++ % request_count];
  return &requests[next_random() % request_count];
}

static void read_requests(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) die(path);
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  char *data = malloc((size_t)size);
  if (!data || fread(data, 1, (size_t)size, file) != (size_t)size) die("read");
  fclose(file);
  for (int pass = 0; pass < 2; pass++) {
    size_t count = 0;
    for (long at = 0; at + 4 <= size; count++) {
      uint32_t length;
      memcpy(&length, data + at, 4);
      if (pass) requests[count] = (Request){data + at + 4, length};
      at += 4 + (long)length;
    }
    if (!pass) requests = malloc(count * sizeof *requests);
    request_count = count;
  }
  if (request_count == 0) { fprintf(stderr, "no requests\n"); exit(1); }
}

static void connect_to(Connection *c, int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
  c->fd = socket(AF_INET, SOCK_STREAM, 0);
  if (c->fd < 0 || connect(c->fd, (struct sockaddr *)&address, sizeof address) < 0) die("connect");
  int one = 1;
  setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  if (!c->buffer) c->buffer = malloc(BUFFER);
}

static void send_next(Connection *c, uint64_t since) {
  const Request *request = next_request();
  c->busy = 1;
  c->since = since;
  c->filled = 0;
  c->body_end = -1;
  /* A request fits into the socket's buffer: one call takes it whole. */
  if (write(c->fd, request->data, request->length) != (ssize_t)request->length) die("write");
}

/* Where the answer ends once its head is there; -2 for a chunked one. */
static long end_of(Connection *c) {
  char *head_end = memmem(c->buffer, c->filled, "\r\n\r\n", 4);
  if (!head_end) return -1;
  long body = head_end - c->buffer + 4;
  if (c->filled < 12 || memcmp(c->buffer + 9, "20", 2) != 0) {
    if (statuses_bad++ == 0) fprintf(stderr, "first answer that is no success: %.*s\n", (int)c->filled, c->buffer);
  }
  for (char *line = c->buffer; line < head_end; line = (char *)memmem(line, (size_t)(head_end + 2 - line), "\r\n", 2) + 2) {
    if (strncasecmp(line, "content-length:", 15) == 0) return body + atol(line + 15);
    if (strncasecmp(line, "transfer-encoding: chunked", 26) == 0) return -2;
  }
  return body;
}

static int is_complete(Connection *c) {
  if (c->body_end == -1) c->body_end = end_of(c);
  if (c->body_end == -1) return 0;
  if (c->body_end == -2) return c->filled > 7 && memcmp(c->buffer + c->filled - 7, "\r\n0\r\n\r\n", 7) == 0;
  return (long)c->filled >= c->body_end;
}

static void record(uint64_t since) {
  if (time_count == time_room) {
    time_room = time_room ? 2 * time_room : 1 << 16;
    times_us = realloc(times_us, time_room * sizeof *times_us);
    if (!times_us) die("realloc");
  }
  times_us[time_count++] = (uint32_t)((now_ns() - since) / 1000);
}

static int by_time(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static double percentile_ms(double share) {
  if (time_count == 0) return 0;
  size_t at = (size_t)(share * (double)time_count);
  return times_us[at < time_count ? at : time_count - 1] / 1000.0;
}

int main(int argc, char **argv) {
  if (argc != 7) { fprintf(stderr, "usage: load port connections seconds rate random|number file\n"); return 2; }
  int port = atoi(argv[1]);
  connection_count = atoi(argv[2]);
  double seconds = atof(argv[3]), rate = atof(argv[4]);
  in_row = strcmp(argv[5], "random") != 0;
  read_requests(argv[6]);
  if (connection_count < 1 || connection_count > MAX_CONNECTIONS) return 2;
  next_row = in_row ? (size_t)atol(argv[5]) : 0;

  int poll = epoll_create1(0), timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
  for (int i = 0; i < connection_count; i++) {
    connect_to(&connections[i], port);
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)i};
    epoll_ctl(poll, EPOLL_CTL_ADD, connections[i].fd, &event);
  }
  struct epoll_event timer_event = {.events = EPOLLIN, .data.u32 = UINT32_MAX};
  epoll_ctl(poll, EPOLL_CTL_ADD, timer, &timer_event);

  uint64_t start = now_ns(), end = start + (uint64_t)(seconds * 1e9);
  uint64_t gap = rate > 0 ? (uint64_t)(1e9 / rate) : 0, due = start;
  for (int i = 0; i < connection_count; i++) {
    if (gap) idle[idle_count++] = i;
    else send_next(&connections[i], now_ns());
  }
  for (;;) {
    uint64_t now = now_ns();
    if (now >= end) break;
    if (gap) {
      while (idle_count > 0 && due <= now) {
        send_next(&connections[idle[--idle_count]], due);
        due += gap;
      }
      uint64_t wake = idle_count > 0 && due < end ? due : end;
      struct itimerspec at = {.it_value = {(time_t)(wake / 1000000000ull), (long)(wake % 1000000000ull)}};
      timerfd_settime(timer, TFD_TIMER_ABSTIME, &at, NULL);
    }
    struct epoll_event events[256];
    int count = epoll_wait(poll, events, 256, gap ? -1 : 100);
    if (count < 0 && errno != EINTR) die("epoll_wait");
    for (int i = 0; i < count; i++) {
      if (events[i].data.u32 == UINT32_MAX) {
        uint64_t expirations;
        if (read(timer, &expirations, sizeof expirations) < 0 && errno != EAGAIN) die("timer");
        continue;
      }
      Connection *c = &connections[events[i].data.u32];
      ssize_t got = read(c->fd, c->buffer + c->filled, BUFFER - c->filled);
      if (got <= 0) {
        /* The peer closed the connection: what was asked is lost. */
        errors++;
        epoll_ctl(poll, EPOLL_CTL_DEL, c->fd, NULL);
        close(c->fd);
        connect_to(c, port);
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = events[i].data.u32};
        epoll_ctl(poll, EPOLL_CTL_ADD, c->fd, &event);
      } else {
        c->filled += (size_t)got;
        bytes += (uint64_t)got;
        if (!c->busy || !is_complete(c)) continue;
        record(c->since);
      }
      c->busy = 0;
      if (gap) idle[idle_count++] = (int)events[i].data.u32;
      else send_next(c, now_ns());
    }
  }
  double took = (double)(now_ns() - start) / 1e9;
  /* Requests that fell due and were never sent: the rate was not held. */
  if (gap && due < end) late = (size_t)((end - due) / gap);
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  double cpu = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
               (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
  qsort(times_us, time_count, sizeof *times_us, by_time);
  printf("{\"answers\":%zu,\"seconds\":%.3f,\"perSecond\":%.1f,\"errors\":%zu,\"unsent\":%zu,\"bytes\":%llu,"
         "\"cpuS\":%.3f,\"p50Ms\":%.3f,\"p90Ms\":%.3f,\"p99Ms\":%.3f,\"maxMs\":%.3f}\n",
         time_count, took, (double)time_count / took, errors + statuses_bad, late, (unsigned long long)bytes, cpu,
         percentile_ms(0.5), percentile_ms(0.9), percentile_ms(0.99), percentile_ms(1));
  return 0;
}
