/**
 * Text that tries to instruct a model, made harmless for a prompt: the order is taken out, the rest stays. The stored memory is untouched.
 * Look-alike and invisible characters are folded away first, since they serve only to hide the order.
 */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}\u034F\u115F\u1160\u17B4\u17B5\u3164\uFFA0]/gu

const WHOSE =
  '(?:(?:all|any|the|your|my|our|these|those|every|previous|prior|above|earlier|preceding|system|initial|original|foregoing|past|other)\\s+)*'
const WHAT =
  '(?:instructions?|prompts?|rules?|guidelines?|directions?|directives?|commands?|orders?|messages?|context|constraints?|programming|policies)'
const ORDERS = [
  `(?:please\\s+)?(?:ignore|disregard|forget|override|bypass|skip|discard|do\\s+not\\s+follow|don't\\s+follow|stop\\s+following)\\s+(?:about\\s+)?${WHOSE}${WHAT}[^.!?\\n]*[.!?]?`,
  `(?:you\\s+are\\s+now|from\\s+now\\s+on,?\\s+you|act\\s+as|pretend\\s+(?:to\\s+be|that\\s+you)|roleplay\\s+as)\\b[^.!?\\n]*[.!?]?`,
  `(?:new|updated|revised|secret)\\s+(?:system\\s+)?(?:instructions?|prompts?|rules?)\\s*:[^.!?\\n]*[.!?]?`,
  `(?:reveal|print|show|repeat|output|leak|expose)\\s+(?:me\\s+)?${WHOSE}(?:system\\s+)?(?:prompts?|instructions?)[^.!?\\n]*[.!?]?`,
  `</?\\s*(?:system|assistant|user|instructions?|prompt|im_start|im_end|s|inst)\\b[^>]*>`,
  `<\\|[^|>]{1,40}\\|>`,
  `\\[/?(?:INST|SYS|SYSTEM)\\]`,
  `(?:^|\\n)\\s*(?:system|assistant)\\s*:\\s*`,
].map((pattern) => new RegExp(pattern, 'gi'))

export function neutralise(text: string): string {
  const plain = text.normalize('NFKC').replace(INVISIBLE, '')
  const cleaned = ORDERS.reduce((rest, order) => rest.replace(order, ' '), plain)
  // Only where something was taken out is the text touched at all.
  return cleaned === plain ? text.replace(INVISIBLE, '') : cleaned.replace(/[ \t]{2,}/g, ' ').trim()
}
