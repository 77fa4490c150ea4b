/* What kernels need of numba's runtime: memory for arrays that end with the call, and products of 64 bits.
   Arrays lie on a stack. One that is released below others waits until those are released as well. */
#include <stdint.h>

typedef struct Block {
  int64_t count; /* up to here as numba has it: references, destructor, its argument, data, size, allocator */
  void *destructor, *argument, *data;
  int64_t size;
  void *allocator;
  struct Block *before; /* ours: the block below, and whether this one is released */
  int32_t released;
} Block;

enum { LINE = 64, PAGE = 65536 };

extern unsigned char __heap_base;
static uintptr_t top, keeps;
static Block *last;

static uintptr_t up(uintptr_t place, uintptr_t step) { return (place + step - 1) / step * step; }

static void *room(uintptr_t begin, uintptr_t size) {
  uintptr_t end = begin + size, have = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
  if (end < begin) return 0;
  if (end > have && __builtin_wasm_memory_grow(0, (end - have + PAGE - 1) / PAGE) == (uintptr_t)-1) return 0;
  top = end;
  return (void *)begin;
}

/* Room for weights and for calls, kept for good; only between calls. */
__attribute__((export_name("keep"))) void *keep(uint32_t size) {
  void *found = room(up(top ? top : (uintptr_t)&__heap_base, LINE), size);
  keeps = top;
  return found;
}

/* Forget the arrays of a call that was cut short. */
__attribute__((export_name("begin"))) void begin(void) {
  top = keeps;
  last = 0;
}

void *NRT_MemInfo_alloc_aligned(int64_t size, int32_t align) {
  uintptr_t step = align > 16 ? (uintptr_t)align : 16, begin = up(top, 16), data = up(begin + sizeof(Block), step);
  if (size < 0 || size > INT32_MAX) return 0;
  Block *block = room(begin, data - begin + (uintptr_t)size);
  if (!block) return 0;
  block->count = 1;
  block->destructor = block->argument = block->allocator = 0;
  block->data = (void *)data;
  block->size = size;
  block->before = last;
  block->released = 0;
  last = block;
  return block;
}

void *NRT_MemInfo_alloc_safe_aligned(int64_t size, int32_t align) { return NRT_MemInfo_alloc_aligned(size, align); }

void NRT_MemInfo_call_dtor(void *block) {
  ((Block *)block)->released = 1;
  while (last && last->released) {
    top = (uintptr_t)last;
    last = last->before;
  }
}

/* Only the sentences of errors need these, such as that of arrays which differ in shape: an error ends the call. */
void *PyExc_RuntimeError;
void PyErr_SetString(void *kind, const char *message) { __builtin_trap(); }
double log10(double number) { __builtin_trap(); }
void *NRT_Allocate(int64_t size) { __builtin_trap(); }
void NRT_Free(void *memory) { __builtin_trap(); }
void *NRT_MemInfo_alloc(int64_t size) { __builtin_trap(); }
void *NRT_MemInfo_new_varsize_dtor(int64_t size, void *destructor) { __builtin_trap(); }
void *NRT_MemInfo_varsize_realloc(void *block, int64_t size) { __builtin_trap(); }

typedef __int128 Long;
typedef unsigned __int128 UnsignedLong;

Long __multi3(Long a, Long b) {
  const uint64_t half = 0xffffffffu;
  uint64_t al = (uint64_t)a, ah = (uint64_t)((UnsignedLong)a >> 64), bl = (uint64_t)b;
  uint64_t bh = (uint64_t)((UnsignedLong)b >> 64), low = (al & half) * (bl & half);
  uint64_t x = (al >> 32) * (bl & half) + (low >> 32), y = (al & half) * (bl >> 32) + (x & half);
  uint64_t high = (al >> 32) * (bl >> 32) + (x >> 32) + (y >> 32) + ah * bl + al * bh;
  return (Long)(((UnsignedLong)high << 64) | (y << 32) | (low & half));
}
