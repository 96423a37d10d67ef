/** What nobody writes, and somebody sends. */
export const HOSTILE_TEXTS = {
  empty: '',
  blank: ' \n\t ',
  'null bytes': '\0\0 a \0',
  'an unpaired surrogate': 'x\ud83d y',
  'one word of 50,000 letters': 'a'.repeat(50_000),
  '100,000 characters': 'lorem ipsum '.repeat(8_334),
  'combining marks alone': '\u0301'.repeat(5_000),
  ideographs: '山'.repeat(5_000),
  'emoji with joiners': '👨‍👩‍👧'.repeat(500),
  'control tokens': '[CLS] [SEP] [MASK] [UNK]',
}
