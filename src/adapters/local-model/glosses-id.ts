/** Of assets/model/glosses.txt; written by scripts/glosses/glosses.ts. */
export const GLOSSES_ID = '378ab802'
