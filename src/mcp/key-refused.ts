/** The caller's key is not taken: the whole answer is the service's own, with status 401. */
export class KeyRefused extends Error {
  readonly response: Response

  constructor(response: Response) {
    super('The key was refused.')
    this.name = 'KeyRefused'
    this.response = response
  }
}
