/** From log-odds to a probability. */
export const logistic = (odds: number): number => 1 / (1 + Math.exp(-odds))

/** What a regression with these constants says of the features under their names. */
export function probabilityBy<Name extends string>(
  constants: Readonly<Record<Name, number>>,
  features: Readonly<Record<Name, number>>,
): number {
  let odds = 0
  for (const name in constants) odds += constants[name] * features[name]
  return logistic(odds)
}
