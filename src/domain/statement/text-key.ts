/** 128 bits of a text, as hex: a name for what is equal, short enough for any index. Not for secrets. */
export function textKey(text: string): string {
  const lanes = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 0xdeadbeef]
  const primes = [597399067, 2869860233, 951274213, 2716044179]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    for (let lane = 0; lane < 4; lane++)
      lanes[lane] = Math.imul((lanes[lane]! ^ code) + lanes[(lane + 1) & 3]!, primes[lane]!)
  }
  for (let lane = 0; lane < 4; lane++) {
    let mixed = lanes[lane]! ^ (lanes[(lane + 1) & 3]! >>> 15)
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    lanes[lane] = mixed ^ (mixed >>> 16)
  }
  return lanes.map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('')
}
