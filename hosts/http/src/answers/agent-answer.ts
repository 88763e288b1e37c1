import type { Answer } from './answer.js'

/** The answer as Agents read it: an error says `success: false` besides (decisions 10). */
export const agentAnswer = (answer: Answer): Answer =>
  'text' in answer && answer.logged !== undefined
    ? { ...answer, text: JSON.stringify({ success: false, ...(JSON.parse(answer.text) as object) }) }
    : answer
