/*
 * Many sockets that listen and one that makes somebody speak, from one thread. What arrives is counted by its bytes.
 *
 *   fan <script>
 *
 * The script holds the number of connections, and each connection's port, number of steps and steps: what to send and
 * what to wait for (each after its length; all numbers 4 bytes, little-endian). The last connection is the one that
 * speaks. Says `ready`, then obeys lines on its standard input, each answered with a line:
 *
 *   calibrate <file>                  sends the file's bytes as one trigger; answers with the bytes that came of it
 *   run <seconds> <file> <bytes>      sends a trigger, waits until so many bytes have come, sends the next one;
 *                                     answers with JSON
 *   walk <seconds> <file> <bytes> <size> <from>
 *                                     the same, but each trigger is the next so many bytes of the file, beginning with
 *                                     the one of that number
 *   say <file>                        sends the file's bytes on every listening connection, waits until it is quiet
 *   listen <seconds>                  speaks to nobody for so long, then until it is quiet; answers with the bytes
 *
 * Linux only.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { BUFFER = 1 << 18, PATIENCE_S = 5, QUIET_MS = 300, MAX_LISTENERS = 65536 };

static char buffer[BUFFER];
static int poll_fd, speaker, listeners[MAX_LISTENERS], listener_count;
static uint64_t came;
/* The start of what the speaker received last, for the message when something is lost. */
static char told_speaker[64];
static char *trigger;
static size_t trigger_size, trigger_left;

static uint64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000ull + (uint64_t)t.tv_nsec;
}

static double cpu_s(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void die(const char *what) {
  perror(what);
  exit(1);
}

static char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file) die(path);
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  char *data = malloc(*size + 1);
  if (!data || fread(data, 1, *size, file) != *size) die("read");
  fclose(file);
  return data;
}

static uint32_t take(char **at) {
  uint32_t value;
  memcpy(&value, *at, 4);
  *at += 4;
  return value;
}

/* Connects and walks through the steps of the script. */
static int open_connection(char **at) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)take(at))};
  inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
  int fd = socket(AF_INET, SOCK_STREAM, 0), one = 1;
  if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) < 0) die("connect");
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  struct timeval patience = {.tv_sec = PATIENCE_S};
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  for (uint32_t steps = take(at); steps > 0; steps--) {
    uint32_t size = take(at);
    if (size && write(fd, *at, size) != (ssize_t)size) die("write");
    *at += size;
    size = take(at);
    size_t filled = 0;
    while (size && !memmem(buffer, filled, *at, size)) {
      ssize_t got = read(fd, buffer + filled, BUFFER - filled);
      if (got <= 0) {
        fprintf(stderr, "waited for \"%.*s\", got \"%.*s\"\n", (int)size, *at, (int)filled, buffer);
        exit(1);
      }
      filled += (size_t)got;
    }
    *at += size;
  }
  fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
  epoll_ctl(poll_fd, EPOLL_CTL_ADD, fd, &event);
  return fd;
}

/* Reads what is there; false when nothing came for so long. */
static int listen_for(int timeout_ms) {
  struct epoll_event events[1024];
  int count = epoll_wait(poll_fd, events, 1024, timeout_ms);
  if (count < 0 && errno != EINTR) die("epoll_wait");
  for (int i = 0; i < count; i++) {
    ssize_t got = read(events[i].data.fd, buffer, BUFFER);
    if (got == 0 || (got < 0 && errno != EAGAIN)) {
      int is_speaker = events[i].data.fd == speaker;
      fprintf(stderr, "a %s was lost: %s\n", is_speaker ? "speaker" : "listener", got ? strerror(errno) : "closed");
      exit(1);
    }
    if (got <= 0) continue;
    if (events[i].data.fd != speaker) came += (uint64_t)got;
    else snprintf(told_speaker, sizeof told_speaker, "%.*s", (int)got, buffer);
  }
  return count > 0;
}

static void speak(void) {
  if (trigger_left == 0) return;
  ssize_t sent = write(speaker, trigger + trigger_size - trigger_left, trigger_left);
  if (sent < 0 && errno != EAGAIN) die("trigger");
  if (sent > 0) trigger_left -= (size_t)sent;
}

static char *loaded;
static void load_trigger(const char *path) {
  free(loaded);
  trigger = loaded = read_file(path, &trigger_size);
}

static void until_quiet(void) {
  while (listen_for(QUIET_MS) || trigger_left) speak();
}

static int by_time(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

/* `size` is what one trigger takes of a file that holds many, or 0. */
static void run(double seconds, uint64_t bytes, size_t size, size_t from) {
  static uint32_t times_us[1 << 20];
  size_t rounds = 0, most = sizeof times_us / sizeof *times_us;
  if (size) {
    if (trigger_size / size < from + most) most = trigger_size / size - from;
    trigger_size = size;
    trigger += from * size;
  }
  double cpu = cpu_s();
  uint64_t start = now_ns(), end = start + (uint64_t)(seconds * 1e9), now = start;
  while (now < end && rounds < most) {
    uint64_t began = now;
    came = 0;
    trigger_left = trigger_size;
    while (came < bytes) {
      speak();
      if (!listen_for(trigger_left ? 0 : PATIENCE_S * 1000) && !trigger_left) {
        fprintf(stderr, "lost: %llu of %llu bytes came in round %zu; the speaker was told \"%s\"\n",
                (unsigned long long)came, (unsigned long long)bytes, rounds, told_speaker);
        exit(1);
      }
    }
    now = now_ns();
    times_us[rounds++] = (uint32_t)((now - began) / 1000);
    trigger += size;
  }
  qsort(times_us, rounds, sizeof *times_us, by_time);
  printf("{\"rounds\":%zu,\"seconds\":%.4f,\"cpuS\":%.4f,\"p50Ms\":%.3f,\"p99Ms\":%.3f,\"extra\":%lld}\n", rounds,
         (double)(now - start) / 1e9, cpu_s() - cpu, times_us[rounds / 2] / 1000.0,
         times_us[(size_t)((double)rounds * 0.99)] / 1000.0, (long long)(came - bytes));
}

int main(int argc, char **argv) {
  if (argc != 2) { fprintf(stderr, "usage: fan script\n"); return 2; }
  size_t size;
  char *at = read_file(argv[1], &size);
  poll_fd = epoll_create1(0);
  listener_count = (int)take(&at) - 1;
  if (listener_count > MAX_LISTENERS) return 2;
  for (int i = 0; i < listener_count; i++) listeners[i] = open_connection(&at);
  speaker = open_connection(&at);
  until_quiet();
  setvbuf(stdout, NULL, _IOLBF, 0);
  printf("ready\n");
  char line[4096], path[3000];
  double seconds;
  unsigned long long bytes;
  size_t slice, from;
  while (fgets(line, sizeof line, stdin)) {
    if (sscanf(line, "calibrate %2999s", path) == 1) {
      load_trigger(path);
      came = 0;
      trigger_left = trigger_size;
      speak();
      until_quiet();
      printf("%llu\n", (unsigned long long)came);
    } else if (sscanf(line, "run %lf %2999s %llu", &seconds, path, &bytes) == 3) {
      load_trigger(path);
      run(seconds, bytes, 0, 0);
    } else if (sscanf(line, "walk %lf %2999s %llu %zu %zu", &seconds, path, &bytes, &slice, &from) == 5) {
      load_trigger(path);
      run(seconds, bytes, slice, from);
    } else if (sscanf(line, "say %2999s", path) == 1) {
      load_trigger(path);
      for (int i = 0; i < listener_count; i++) {
        if (write(listeners[i], trigger, trigger_size) != (ssize_t)trigger_size) die("say");
      }
      until_quiet();
      printf("said\n");
    } else if (sscanf(line, "listen %lf", &seconds) == 1) {
      came = 0;
      for (uint64_t end = now_ns() + (uint64_t)(seconds * 1e9); now_ns() < end;) listen_for(10);
      until_quiet();
      printf("%llu\n", (unsigned long long)came);
    }
  }
  return 0;
}
