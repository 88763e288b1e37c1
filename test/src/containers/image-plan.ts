import { readFileSync } from 'node:fs'
import { DockerfileParser, type Instruction } from 'dockerfile-ast'

/** A stage of the Dockerfile, step by step. */
export type Step =
  | { readonly _tag: 'Workdir'; readonly path: string }
  | {
      readonly _tag: 'Copy'
      readonly from: string | undefined
      readonly owner: string | undefined
      readonly sources: readonly string[]
      readonly target: string
    }
  | { readonly _tag: 'Run'; readonly words: readonly string[] }
  | { readonly _tag: 'Arg'; readonly name: string; readonly value: string }
  | { readonly _tag: 'Env' | 'Label'; readonly pairs: ReadonlyArray<readonly [string, string]> }
  | { readonly _tag: 'User' | 'StopSignal'; readonly value: string }
  | { readonly _tag: 'Volume' | 'Expose'; readonly values: readonly string[] }
  | { readonly _tag: 'Entrypoint' | 'Cmd'; readonly words: readonly string[] }
  | { readonly _tag: 'Health'; readonly words: readonly string[]; readonly flags: Flags }

type Flags = Readonly<Record<string, string>>

export interface Stage {
  readonly base: string
  readonly name: string | undefined
  readonly steps: readonly Step[]
}

interface Flag {
  getName(): string
  getValue(): string | null
}

interface Property {
  getName(): string
  getValue(): string | null
}

/** The parts of only some instructions. */
type AnyInstruction = Instruction & {
  getFlags?(): Flag[]
  getProperties?(): Property[]
  getImage?(): string | null
  getBuildStage?(): string | null
}

const flagsOf = (instruction: AnyInstruction): Flags =>
  Object.fromEntries((instruction.getFlags?.() ?? []).map((flag) => [flag.getName(), flag.getValue() ?? '']))

const pairsOf = (instruction: AnyInstruction): ReadonlyArray<readonly [string, string]> =>
  (instruction.getProperties?.() ?? []).map((one) => [one.getName(), one.getValue() ?? ''] as const)

/**
 * The words of an instruction in exec form. A shell line is refused, because a shell doesn't pass signals on.
 */
const execForm = (text: string): readonly string[] => {
  if (!text.startsWith('[')) throw new Error(`not in exec form: ${text}`)
  return JSON.parse(text) as string[]
}

/** Shell features beyond splitting aren't supported, so a line that uses them is refused. */
const plainWords = (words: readonly string[]): readonly string[] => {
  if (words.some((word) => /[&|;<>$`"'*?~]/.test(word))) throw new Error(`needs a shell: ${words.join(' ')}`)
  return words
}

const stepOf = (instruction: AnyInstruction): Step => {
  const words = instruction.getArguments().map((argument) => argument.getValue())
  const text = instruction.getRawArgumentsContent() ?? ''
  const [first = ''] = words
  const keyword = instruction.getKeyword()
  switch (keyword) {
    case 'WORKDIR':
      return { _tag: 'Workdir', path: first }
    case 'COPY': {
      const { from, chown } = flagsOf(instruction)
      return { _tag: 'Copy', from, owner: chown, sources: words.slice(0, -1), target: words.at(-1) ?? '' }
    }
    case 'RUN':
      return { _tag: 'Run', words: plainWords(words) }
    case 'ARG': {
      const [name = '', value = ''] = first.split('=')
      return { _tag: 'Arg', name, value }
    }
    case 'ENV':
      return { _tag: 'Env', pairs: pairsOf(instruction) }
    case 'LABEL':
      return { _tag: 'Label', pairs: pairsOf(instruction) }
    case 'USER':
      return { _tag: 'User', value: first }
    case 'STOPSIGNAL':
      return { _tag: 'StopSignal', value: first }
    case 'VOLUME':
      return { _tag: 'Volume', values: words }
    case 'EXPOSE':
      return { _tag: 'Expose', values: words }
    case 'ENTRYPOINT':
      return { _tag: 'Entrypoint', words: execForm(text) }
    case 'CMD':
      return { _tag: 'Cmd', words: execForm(text) }
    case 'HEALTHCHECK': {
      const command = /\bCMD\s+(\[.*)$/s.exec(text)?.[1] ?? text
      return { _tag: 'Health', words: execForm(command), flags: flagsOf(instruction) }
    }
    default:
      throw new Error(`nothing is known here of the instruction ${keyword}`)
  }
}

/** The stages of this repository's Dockerfile. An unknown instruction is refused. */
export const readStages = (): readonly Stage[] => {
  const text = readFileSync(new URL('../../../Dockerfile', import.meta.url), 'utf8')
  const stages: Array<Stage & { readonly steps: Step[] }> = []
  for (const instruction of DockerfileParser.parse(text).getInstructions() as AnyInstruction[]) {
    if (instruction.getKeyword() === 'FROM') {
      const base = instruction.getImage?.() ?? ''
      stages.push({ base, name: instruction.getBuildStage?.() ?? undefined, steps: [] })
      continue
    }
    const stage = stages.at(-1)
    if (stage === undefined) throw new Error('an instruction stands before the first FROM')
    stage.steps.push(stepOf(instruction))
  }
  return stages
}
