export interface GraphQaRequest {
  readonly namespace: string
  readonly now: number
  readonly query: string
  readonly maxHops: number
  readonly k: number
  readonly persona: string | null
}
