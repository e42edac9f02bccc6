// What Embedded Swift needs of a C library: memory, comparison of memory, numbers for the seed of hashes.

typedef unsigned char byte;
typedef unsigned long size;

_Static_assert(sizeof(size) == 4, "wasm32");

extern byte __heap_base;

#define PAGE 65536ul
#define HEAD 16ul
#define MAX_BLOCK 0x7fff0000ul
// Four classes for each doubling from 16 bytes.
#define CLASSES 128

// A block begins with its class, and when it is free with the next free block of the class. Memory that the program gets is at least as
// large as its class says.
struct block {
  size class;
  struct block *next;
};

static struct block *idle[CLASSES];
static size top, end;

static size class_of(size count) {
  if (count <= 64) return count == 0 ? 0 : (count - 1) >> 4;
  const size high = 31 - (size)__builtin_clzl(count - 1);
  return ((high - 5) << 2) + (((count - 1) >> (high - 2)) & 3);
}

static size size_of(size class) {
  if (class < 4) return (class + 1) << 4;
  return (4 + (class & 3) + 1) << ((class >> 2) + 3);
}

static void *fresh(size class) {
  const size count = size_of(class) + HEAD;
  if (top == 0) {
    top = ((size)&__heap_base + 15) & ~15ul;
    end = (size)__builtin_wasm_memory_size(0) * PAGE;
  }
  if (count > end - top) {
    // In steps of at least 1 MiB, and an eighth of what there is.
    const size wanted = count - (end - top), least = end / 8 > 1ul << 20 ? end / 8 : 1ul << 20;
    size pages = ((wanted > least ? wanted : least) + PAGE - 1) / PAGE;
    if (__builtin_wasm_memory_grow(0, pages) == (size)-1) {
      pages = (wanted + PAGE - 1) / PAGE;
      if (__builtin_wasm_memory_grow(0, pages) == (size)-1) __builtin_trap();
    }
    end += pages * PAGE;
  }
  struct block *const made = (struct block *)top;
  top += count;
  made->class = class;
  return (byte *)made + HEAD;
}

void *malloc(size count) {
  if (count > MAX_BLOCK) __builtin_trap();
  const size class = class_of(count);
  // A free block of a class up to twice as large serves a large request.
  const size last = count >= 4096 ? class + 4 : class;
  for (size tried = class; tried <= last && tried < CLASSES; tried++) {
    struct block *const found = idle[tried];
    if (found) {
      idle[tried] = found->next;
      return (byte *)found + HEAD;
    }
  }
  return fresh(class);
}

void free(void *bytes) {
  if (!bytes) return;
  struct block *found = (struct block *)((byte *)bytes - HEAD);
  // The head of aligned memory names its block.
  if (found->class == CLASSES) found = found->next;
  found->next = idle[found->class];
  idle[found->class] = found;
}

int posix_memalign(void **result, size alignment, size count) {
  if (alignment <= 16) {
    *result = malloc(count);
    return 0;
  }
  byte *const whole = malloc(count + alignment + HEAD);
  byte *const aligned = (byte *)(((size)whole + HEAD + alignment - 1) & ~(alignment - 1));
  struct block *const head = (struct block *)(aligned - HEAD);
  head->class = CLASSES;
  head->next = (struct block *)(whole - HEAD);
  *result = aligned;
  return 0;
}

// With bulk memory these are single instructions.
void *memcpy(void *to, const void *from, size count) { return __builtin_memcpy(to, from, count); }
void *memmove(void *to, const void *from, size count) { return __builtin_memmove(to, from, count); }
void *memset(void *to, int value, size count) { return __builtin_memset(to, value, count); }

int memcmp(const void *a, const void *b, size count) {
  const byte *x = a, *y = b;
  for (size i = 0; i < count; i++)
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  return 0;
}

// Hashes are the same in every run: the order of a set decides nothing, and a page reads one file at a time.
void arc4random_buf(void *bytes, size count) { __builtin_memset(bytes, 0x5a, count); }

int putchar(int value) { return value; }

// Stacks are checked as on other machines.
size __stack_chk_guard = 0x5bd1e995;
void __stack_chk_fail(void) { __builtin_trap(); }

// Numbers of 128 bits.
typedef unsigned long long word;
typedef unsigned __int128 wide;
#define WIDE(high, low) ((wide)(high) << 64 | (low))
#define HIGH(value) ((word)((value) >> 64))

// The low 128 bits of a product.
wide __multi3(wide a, wide b) {
  const word al = (word)a, bl = (word)b, a0 = al & 0xffffffff, a1 = al >> 32, b0 = bl & 0xffffffff, b1 = bl >> 32;
  const word low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (middle & 0xffffffff);
  const word high = a1 * b1 + (middle >> 32) + (other >> 32) + HIGH(a) * bl + al * HIGH(b);
  return WIDE(high, other << 32 | (low & 0xffffffff));
}

wide __ashlti3(wide value, int by) {
  if (by == 0) return value;
  const word low = (word)value;
  return by >= 64 ? WIDE(low << (by - 64), 0) : WIDE(HIGH(value) << by | low >> (64 - by), low << by);
}

wide __lshrti3(wide value, int by) {
  if (by == 0) return value;
  const word high = HIGH(value);
  return by >= 64 ? WIDE(0ull, high >> (by - 64)) : WIDE(high >> by, (word)value >> by | high << (64 - by));
}

// The nearest integer; halves go away from zero.
double round(double value) {
  const double whole = __builtin_trunc(value);
  return __builtin_fabs(value - whole) >= 0.5 ? whole + __builtin_copysign(1, value) : whole;
}
