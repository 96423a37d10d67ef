export const pause = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms))
