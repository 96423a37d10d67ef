/** One way to harm the service, tried on one that was started for it. */
export interface AbuseCase {
  /** What must hold, as a sentence. */
  readonly name: string
  /** What did not hold, one sentence each; none means that the case passed. */
  run(): Promise<string[]>
}
