/** A fenced block of a page: commands, their output, or a program. */
export interface Block {
  readonly page: string
  readonly language: string
  /** Without the indentation of the fence. */
  readonly text: string
  /** The last heading of level 2 above it. */
  readonly heading: string
  /** The line of its first text, counted from 1. */
  readonly line: number
}

/** Commands to paste, and the output that the page shows for them. */
export interface Step {
  readonly commands: Block
  readonly answer: Block | undefined
}

/** Whether a block is pasted into a shell. Blocks of `sh` have something to fill in, so they aren't. */
export const isCommands = ({ language }: Block): boolean => language === 'bash'

const isOutput = ({ language }: Block): boolean => language === 'text' || language === 'json'

/** The fenced blocks of a page's text, in order. */
export const readBlocks = (text: string, page = ''): readonly Block[] => {
  const blocks: Block[] = []
  let heading = ''
  let open: Block | undefined
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^ *```(\w*)$/.exec(line)
    if (fence !== null && open === undefined) {
      open = { page, language: fence[1] ?? '', text: '', heading, line: index + 2 }
    } else if (fence !== null && open !== undefined) {
      const indented = new RegExp(`^ {${line.indexOf('`')}}`, 'gm')
      blocks.push({ ...open, text: open.text.replace(/\n$/, '').replaceAll(indented, '') })
      open = undefined
    } else if (open === undefined) heading = /^## (.*)$/.exec(line)?.[1] ?? heading
    else open = { ...open, text: `${open.text}${line}\n` }
  }
  return blocks
}

/** The commands among the blocks, each with its output if the next block is one. */
export const stepsOf = (blocks: readonly Block[]): readonly Step[] =>
  blocks.flatMap((commands, at) => {
    if (!isCommands(commands)) return []
    const next = blocks[at + 1]
    return [{ commands, answer: next !== undefined && isOutput(next) ? next : undefined }]
  })
