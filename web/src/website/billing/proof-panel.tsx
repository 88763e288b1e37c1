import { useRef, useState } from 'preact/hooks'
import { moneyText } from '../../format/money.js'
import { capitalized, countText, plainWords } from '../../format/shown-text.js'
import { timeText } from '../../format/times.js'
import { NoteBox, PanelBox } from '../../parts/boxes.js'
import { client, nowMs } from '../../state/connection.js'
import { SupportText } from '../support/support-text.js'
import { BILLING_TEXTS as t } from './billing-texts.js'
import type { ChosenAccount } from './account-chosen.js'
import { readEntry } from './entry-content.js'
import { isSigned, type SavedHead, savedHeadText, readSavedHead } from './saved-head.js'
import { type LedgerVerdict, proveLedger } from './prove-ledger.js'
import { saveFile } from '../../parts/save-file.js'

/** The result of a ledger proof: what was found, what it means, and what to do. */
interface ProofNote {
  readonly tone: 'good' | 'warn' | 'alarm'
  readonly found: string
  readonly explanation: readonly string[]
}

const PAUSE_MS = 60

const typeWord = (type: string): string =>
  (t.types as Readonly<Record<string, string>>)[type] ?? capitalized(plainWords(type))

const entryWords = (content: string, currency: string): string => {
  const entry = readEntry(content)
  if (entry === undefined) return content
  const { type, amountMinor, at } = entry
  return t.entryWords(typeWord(type), moneyText(amountMinor, currency), timeText(Date.parse(at), nowMs.value))
}

const alarm = (found: string, ...explanation: readonly string[]): ProofNote => ({
  tone: 'alarm',
  found,
  explanation: [...explanation, t.whatToDo],
})

const noteOf = (verdict: LedgerVerdict, currency: string): ProofNote | undefined => {
  switch (verdict._tag) {
    case 'Stopped':
      return undefined
    case 'Whole':
      return { tone: 'good', found: t.whole(countText(verdict.entries)), explanation: [] }
    case 'Altered':
      return alarm(
        t.altered(countText(verdict.entry.seq)),
        t.alteredMeaning(entryWords(verdict.entry.content, currency)),
      )
    case 'Missing':
      return alarm(t.missing(countText(verdict.seq)), t.missingMeaning)
    case 'Rewritten':
      return alarm(t.rewritten(countText(verdict.seq)), t.rewrittenMeaning)
    case 'Cut':
      return alarm(
        t.cut(countText(verdict.last), countText(verdict.kept)),
        t.cutMeaning(countText(verdict.last + 1), countText(verdict.kept)),
      )
    case 'EndMissing':
      return alarm(t.endMissing(countText(verdict.last), countText(verdict.end)), t.endMissingMeaning)
  }
}

/** Proves an account's ledger; undefined if the reader stopped it. */
const prove = async (
  { organizationId, environment, currency }: ChosenAccount,
  kept: SavedHead | undefined,
  run: { readonly isStopped: () => boolean; readonly tell: (done: number, all: number) => void },
): Promise<ProofNote | undefined> => {
  const accountKey = { organizationId, environment, currency }
  const first = await client.read('getLedgerProof', { ...accountKey, afterSeq: 0, limit: 1 })
  const head = kept?.heads.find(([account]) => account === first.account)
  if (kept !== undefined && head === undefined)
    return {
      tone: 'warn',
      found: t.otherAccount,
      explanation: [t.otherAccountWhat(kept.heads[0]?.[0] ?? '')],
    }
  const signature = kept === undefined ? undefined : await isSigned(kept)
  if (kept !== undefined && signature === false)
    return { tone: 'warn', found: t.forged, explanation: [t.forgedMeaning, t.forgedDo] }
  const source = {
    ...run,
    read: async (afterSeq: number) => {
      // Pauses between pages, so that a long ledger doesn't exceed a person's rate limit.
      if (afterSeq > 0) await new Promise((resume) => setTimeout(resume, PAUSE_MS))
      return client.read('getLedgerProof', { ...accountKey, afterSeq, limit: 500 })
    },
  }
  const known = head && { seq: head[1], digest: head[2] }
  const verdict = await proveLedger(source, known)
  const note = noteOf(verdict, currency)
  if (note === undefined || note.tone !== 'good') return note
  if (kept === undefined || known === undefined) return { ...note, explanation: [t.wholeAlone] }
  const present = await client.read('getSignedLedgerHead', accountKey)
  const isOtherKey =
    present.signedHead !== null && present.signedHead.publicKey.trim() !== kept.publicKey.trim()
  return {
    tone: isOtherKey ? 'warn' : 'good',
    found: note.found,
    explanation: [
      t.wholeKept(countText(known.seq), timeText(Date.parse(kept.at), nowMs.value)),
      signature === true ? t.signed : t.unsigned,
      ...(isOtherKey ? [t.otherKey] : []),
    ],
  }
}

interface ProofRun {
  readonly note: ProofNote | undefined
  readonly progress: string | undefined
  start(kept: SavedHead | undefined): void
  stop(): void
  say(note: ProofNote): void
}

const useProof = (account: ChosenAccount): ProofRun => {
  const [note, setNote] = useState<ProofNote>()
  const [progress, setProgress] = useState<string>()
  const number = useRef(0)
  const run = async (kept: SavedHead | undefined): Promise<void> => {
    number.current += 1
    const own = number.current
    setNote(undefined)
    setProgress(t.proving('0', '…'))
    try {
      const found = await prove(account, kept, {
        isStopped: () => number.current !== own,
        tell: (done, all) => setProgress(t.proving(countText(done), countText(all))),
      })
      if (number.current === own) setNote(found)
    } catch {
      if (number.current === own) setNote({ tone: 'warn', found: t.failed, explanation: [] })
    }
    if (number.current === own) setProgress(undefined)
  }
  return {
    note,
    progress,
    start: (kept) => void run(kept),
    stop: () => {
      number.current += 1
      setProgress(undefined)
    },
    say: (shown) => setNote(shown),
  }
}

const keepEnd = async ({ organizationId, environment, currency }: ChosenAccount): Promise<ProofNote> => {
  const { signedHead } = await client.read('getSignedLedgerHead', { organizationId, environment, currency })
  if (signedHead === null) return { tone: 'warn', found: t.keepNone, explanation: [] }
  saveFile(t.keepName(environment, currency, signedHead.seq), 'application/json', savedHeadText(signedHead))
  return { tone: 'good', found: t.kept(countText(signedHead.seq)), explanation: [t.keepHint] }
}

const KeptFile = ({ isBusy, proof }: { isBusy: boolean; proof: ProofRun }) => (
  <label class="button file">
    {t.compare}
    <input
      type="file"
      class="hidden"
      accept="application/json,.json"
      disabled={isBusy}
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? []
        currentTarget.value = ''
        if (file === undefined) return
        void file.text().then((text) => {
          const kept = readSavedHead(text)
          if (kept === undefined) proof.say({ tone: 'warn', found: t.notKept, explanation: [t.compareHint] })
          else proof.start(kept)
        })
      }}
    />
  </label>
)

/** Lets the reader prove the ledger in the browser, and save its head to compare later proofs with. */
export const ProofPanel = ({ account }: { account: ChosenAccount }) => {
  const proof = useProof(account)
  const { note, progress } = proof
  const isBusy = progress !== undefined
  const keep = (): void => {
    keepEnd(account).then(proof.say, () => proof.say({ tone: 'warn', found: t.failed, explanation: [] }))
  }
  return (
    <PanelBox title={t.proveTitle}>
      <div class="in stack">
        <p class="quiet">{t.proveLead}</p>
        <div class="row">
          <button type="button" class="button main" disabled={isBusy} onClick={() => proof.start(undefined)}>
            {note === undefined ? t.prove : t.proveAgain}
          </button>
          <KeptFile isBusy={isBusy} proof={proof} />
          <button type="button" class="button" disabled={isBusy} onClick={keep}>
            {t.keep}
          </button>
          {isBusy && (
            <button type="button" class="button bare" onClick={proof.stop}>
              {t.stop}
            </button>
          )}
          <span class="small quiet">{progress}</span>
        </div>
        <div role="status">
          {note !== undefined && (
            <NoteBox tone={note.tone} icon={note.tone === 'good' ? 'done' : 'triangle'}>
              <p>
                <b class="strong">{note.found}</b>
              </p>
              {note.explanation.map((line) => (
                <p key={line}>
                  <SupportText text={line} />
                </p>
              ))}
            </NoteBox>
          )}
        </div>
      </div>
    </PanelBox>
  )
}
