import { BrainError } from '../../domain/errors.ts'

/** The namespace's vectors are of another embedder than the service's. */
export class OtherEmbedder extends BrainError {
  constructor(stored: string, current: string) {
    super(
      'misconfigured',
      `This namespace was embedded by ${stored}, and the service now uses ${current}; it has to be re-embedded.`,
    )
    this.name = 'OtherEmbedder'
  }
}
