/** How a call is made: what stands in the request and how its answer is read. */
export interface Operation {
  /** Method and path; a name in braces is an argument. */
  readonly call: string
  readonly body?: 'json' | 'lines'
  readonly query?: true
  /** Takes an Idempotency-Key, so that trying again is safe. */
  readonly once?: true
  /** Changes nothing, so that trying again is safe. */
  readonly reads?: true
  /** JSON unless it says otherwise. */
  readonly answer?: 'text' | 'lines'
  /** The field with the items of a page, of which the next follows by cursor. */
  readonly list?: string
}
