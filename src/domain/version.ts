/** The version that health reports; the same as in package.json (a test compares them). */
export const VERSION = '0.24.0'
