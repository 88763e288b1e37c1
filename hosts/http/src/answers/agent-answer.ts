import type { Answer } from './answer.js'

/** The answer as Agents read it: an error says `success: false` besides (docs/contract#agent-operations). */
export const agentAnswer = <A extends Answer>(answer: A): A =>
  'text' in answer && answer.logged !== undefined
    ? { ...answer, text: JSON.stringify({ success: false, ...(JSON.parse(answer.text) as object) }) }
    : answer
