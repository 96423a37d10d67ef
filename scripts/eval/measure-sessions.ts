import type { Brain } from './brain.ts'
import { type Conversation, sessionId } from './data-sets.ts'
import { type Recall, recallOf, toFinding } from './figures.ts'

export interface SessionFigures {
  /** Elliptical questions at the end of a session about what was said in it ("And what did he charge?"). */
  readonly followUps: { readonly without: Recall; readonly within: Recall }
  /** Whole questions: asked without a session, in the session that holds the answer, and in one that has nothing to do with it. */
  readonly questions: { readonly without: Recall; readonly within: Recall; readonly elsewhere: Recall }
}

/** What blending the session's topic into the question is worth, and what it costs where the question is about something else. */
export async function measureSessions(
  brain: Brain,
  chats: Conversation,
  dialogues: readonly Conversation[],
  most: number,
): Promise<SessionFigures> {
  const followUps = (chats.followUps ?? []).map(({ q, session, evidence }) => ({
    persona: chats.id,
    question: { q, category: 'follow-up', evidence },
    session: sessionId(chats.id, session),
  }))
  const questions = [chats, ...dialogues].flatMap((conversation) => {
    const sessions = new Map(conversation.turns.map(({ id, session }) => [id, session]))
    const all = [...new Set(sessions.values())]
    return conversation.questions
      .filter(({ evidence }) => evidence.length > 0)
      .map((question) => {
        const own = sessions.get(question.evidence[0]!)!
        const other = all[(all.indexOf(own) + Math.ceil(all.length / 2)) % all.length]!
        return {
          persona: conversation.id,
          question,
          session: sessionId(conversation.id, own),
          elsewhere: sessionId(conversation.id, other),
        }
      })
  })
  const sample = questions.filter((_, at) => at % Math.max(1, Math.floor(questions.length / most)) === 0)

  const run = async <T extends { persona: string; question: (typeof followUps)[number]['question'] }>(
    list: readonly T[],
    session: (item: T) => string | null,
    label: string,
  ) => {
    const queries = list.map((item) => {
      const id = session(item)
      return { query: item.question.q, persona: item.persona, ...(id === null ? {} : { session_id: id }) }
    })
    const answers = await brain.retrieveAll(queries, label)
    return recallOf(answers.map(({ facts }, at) => toFinding(list[at]!.question, facts)))
  }
  return {
    followUps: {
      without: await run(followUps, () => null, 'follow-ups without a session'),
      within: await run(followUps, ({ session }) => session, 'follow-ups in their session'),
    },
    questions: {
      without: await run(sample, () => null, 'questions without a session'),
      within: await run(sample, ({ session }) => session, 'questions in their session'),
      elsewhere: await run(sample, ({ elsewhere }) => elsewhere, 'questions in another session'),
    },
  }
}
