/** A fenced block of README.md: commands, or what they are said to answer. */
export interface Block {
  readonly language: string
  readonly text: string
  /** The heading that it stands under. */
  readonly heading: string
  /** The line of its first text, counted from 1. */
  readonly line: number
}

/** Commands to be pasted, and what README says that they answer. */
export interface Step {
  readonly commands: Block
  readonly answer: Block | undefined
}

const SHELLS = ['bash', 'sh']

/** Whether a block is to be pasted into a shell. */
export const isCommands = ({ language }: Block): boolean => SHELLS.includes(language)

/** The fenced blocks of a page, in order. */
export const readBlocks = (page: string): readonly Block[] => {
  const blocks: Block[] = []
  let heading = ''
  let open: { readonly language: string; readonly line: number; readonly lines: string[] } | undefined
  for (const [index, line] of page.split('\n').entries()) {
    const fence = /^```(\w*)$/.exec(line)
    if (fence !== null && open === undefined) {
      open = { language: fence[1] ?? '', line: index + 2, lines: [] }
    } else if (fence !== null && open !== undefined) {
      const { language, line: first, lines } = open
      blocks.push({ language, text: lines.join('\n'), heading, line: first })
      open = undefined
    } else if (open === undefined) heading = /^## (.*)$/.exec(line)?.[1] ?? heading
    else open.lines.push(line)
  }
  return blocks
}

/** What is to be pasted, each with the answer that follows it. */
export const stepsOf = (blocks: readonly Block[]): readonly Step[] =>
  blocks.flatMap((commands, at) => {
    if (!isCommands(commands)) return []
    const next = blocks[at + 1]
    return [{ commands, answer: next === undefined || isCommands(next) ? undefined : next }]
  })
