/** One thing that was looked at; `problem` is null where it is as it should be. */
export interface Check {
  readonly name: string
  readonly problem: string | null
}

/** Runs a check that says what is wrong by throwing. */
export async function checked(name: string, look: () => unknown): Promise<Check> {
  try {
    await look()
    return { name, problem: null }
  } catch (error) {
    return { name, problem: error instanceof Error ? error.message : String(error) }
  }
}
