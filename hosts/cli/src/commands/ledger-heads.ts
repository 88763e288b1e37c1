import { readFile } from 'node:fs/promises'
import { E } from '@postrider/core/fp'
import type { Composition } from '@postrider/wiring/compose'
import { EXIT, sentenceOf } from '@postrider/command/exit-code'
import type { Terminal } from '@postrider/command/terminal/terminal'

/** Signs the heads of all accounts now, and prints one per line, to be stored elsewhere. */
export const ledgerHeads =
  (terminal: Terminal) =>
  async ({ postrider }: Composition): Promise<number> => {
    const signed = await postrider.signHeads(true)()
    if (E.isLeft(signed)) {
      terminal.complain(`signing the heads failed: ${signed.left.cause}`)
      return EXIT.failed
    }
    for (const line of signed.right) terminal.say(JSON.stringify(line))
    return EXIT.ok
  }

/** Prints the public key for checking them. */
export const ledgerKeyCommand =
  (terminal: Terminal) =>
  async ({ postrider }: Composition): Promise<number> => {
    const key = await postrider.getLedgerKey()()
    if (E.isLeft(key) || key.right.publicKey === undefined) {
      terminal.complain(E.isLeft(key) ? key.left.cause : 'No key yet: run postrider ledger heads first.')
      return EXIT.failed
    }
    terminal.say(key.right.publicKey.trim())
    return EXIT.ok
  }

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Compares the ledger with heads from a file: lines of the log, or of `postrider ledger heads`. */
export const checkAgainst =
  (terminal: Terminal, file: string, keyFile: string | undefined) =>
  async ({ postrider }: Composition): Promise<number> => {
    let lines: readonly unknown[]
    let key: string | undefined
    try {
      lines = (await readFile(file, 'utf8')).split('\n').map(parsed)
      key = keyFile === undefined ? undefined : await readFile(keyFile, 'utf8')
    } catch (cause) {
      terminal.complain(`Cannot read the file: ${sentenceOf(cause)}`)
      return EXIT.failed
    }
    const checked = await postrider.checkHeads(lines, key)()
    if (E.isLeft(checked)) {
      terminal.complain(`reading the ledger failed: ${checked.left.cause}`)
      return EXIT.failed
    }
    const { findings, heads, lines: signed } = checked.right
    for (const finding of findings) terminal.complain(finding)
    if (signed === 0) terminal.complain(`${file} contains no signed heads.`)
    if (findings.length > 0 || signed === 0) return EXIT.failed
    terminal.say(terminal.paint('green', `${heads} signed heads in ${signed} lines: all match the ledger.`))
    return EXIT.ok
  }
