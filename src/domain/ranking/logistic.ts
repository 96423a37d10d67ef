/** From log-odds to a probability. */
export const logistic = (odds: number): number => 1 / (1 + Math.exp(-odds))

/** What a regression with these constants says of the features under their names. */
export const probabilityBy = <Name extends string>(
  constants: Readonly<Record<Name, number>>,
  features: Readonly<Record<Name, number>>,
): number =>
  logistic((Object.keys(constants) as Name[]).reduce((sum, name) => sum + constants[name] * features[name], 0))
