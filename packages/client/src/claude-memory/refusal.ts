/** Something that Claude asked for and cannot have, in the documented words. */
export class Refusal extends Error {}

export const refuse = (text: string): never => {
  throw new Refusal(text)
}
