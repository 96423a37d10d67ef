/** The condition that a node or relationship is of a persona that was asked for. */
export const inSight = (x: string): string => `($given.personas IS NULL OR ${x}.persona IN $given.personas)`
