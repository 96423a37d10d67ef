import { createOpenAI } from '@ai-sdk/openai'
import { APICallError, generateText, jsonSchema, NoObjectGeneratedError, NoOutputGeneratedError, Output } from 'ai'

// Its warnings would stand between the log lines, which are one JSON object each.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

/** Everything of the SDK that is used, behind one dynamic import: it is large, and without an LLM nobody needs it. */
export { APICallError, createOpenAI, generateText, jsonSchema, NoObjectGeneratedError, NoOutputGeneratedError, Output }
