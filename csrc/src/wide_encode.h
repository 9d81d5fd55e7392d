/* wide_encode.h: the scalar kernels of encoding, which variants without their own put into their tables. */
static size_t encode1(const void *units, size_t count, uint8_t *out) {
  return shiplap_wide_scalar.encode[0](units, count, out);
}
static size_t encode2(const void *units, size_t count, uint8_t *out) {
  return shiplap_wide_scalar.encode[1](units, count, out);
}
static size_t encode4(const void *units, size_t count, uint8_t *out) {
  return shiplap_wide_scalar.encode[2](units, count, out);
}
