/** The prefixes of identifiers, one for each kind of record (docs/api/conventions#identifiers). */
export const ID_PREFIXES = [
  'org', 'brd', 'prj', 'app', 'usr', 'inv', 'msg', 'otp', 'crd', 'agk', 'ses', 'tpl', 'tpv', 'prv', 'pac',
  'ent', 'bud', 'tkt', 'rpl', 'cht', 'chm', 'att', 'apr', 'aud', 'req', 'rct', 'sup', 'blk',
  'inb', 'trp', 'ucb', 'pts', 'evt', 'con', 'whe', 'era',
] as const // prettier-ignore

export type IdPrefix = (typeof ID_PREFIXES)[number]

/** `<prefix>_` and 26 characters that encode a time-ordered 128-bit number. */
export type Id<P extends IdPrefix = IdPrefix> = `${P}_${string}`

export type OrganizationId = Id<'org'>
export type BrandId = Id<'brd'>
export type ProjectId = Id<'prj'>
export type AppId = Id<'app'>
export type MessageId = Id<'msg'>
export type CredentialId = Id<'crd'>
export type AgentKeyId = Id<'agk'>
export type TemplateId = Id<'tpl'>
export type TemplateVersionId = Id<'tpv'>
export type PriceVersionId = Id<'prv'>
export type ProviderAccountId = Id<'pac'>
export type EntryId = Id<'ent'>
export type ReceiptId = Id<'rct'>
export type ChallengeId = Id<'otp'>
export type BudgetId = Id<'bud'>
export type AuditId = Id<'aud'>
export type UserId = Id<'usr'>
export type SessionId = Id<'ses'>
export type InvitationId = Id<'inv'>
export type TicketId = Id<'tkt'>
export type ReplyId = Id<'rpl'>
export type ChatId = Id<'cht'>
export type ChatMessageId = Id<'chm'>
export type AttachmentId = Id<'att'>
export type ApprovalId = Id<'apr'>
export type SuppressionId = Id<'sup'>
export type ErasureId = Id<'era'>
export type ConsentId = Id<'con'>
export type BulkId = Id<'blk'>
export type InboundId = Id<'inb'>
export type TemplateReportId = Id<'trp'>
export type UnreadableCallbackId = Id<'ucb'>
export type ProviderTestId = Id<'pts'>
export type EventId = Id<'evt'>
export type EndpointId = Id<'whe'>

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const ID_BYTES = 16
const ID_CHARACTERS = 26

const valueOf = (() => {
  const table = new Int8Array(128).fill(-1)
  for (let value = 0; value < ALPHABET.length; value += 1) table[ALPHABET.charCodeAt(value)] = value
  return (code: number): number => table[code] ?? -1
})()

/** Encodes 16 bytes as an identifier: lower-case Crockford base32, most significant digit first. */
export const encodeId = <P extends IdPrefix>(prefix: P, bytes: Uint8Array): Id<P> => {
  if (bytes.length !== ID_BYTES) throw new Error(`an id has ${ID_BYTES} bytes, not ${bytes.length}`)
  let text = ''
  let bits = 0
  let held = 2 // 26 digits hold 130 bits: two leading zero bits
  for (const byte of bytes) {
    bits = (bits << 8) | byte
    held += 8
    while (held >= 5) {
      held -= 5
      text += ALPHABET[(bits >>> held) & 31]
    }
    bits &= (1 << held) - 1
  }
  return `${prefix}_${text}`
}

/** The 16 bytes of an identifier of this kind; undefined if the text isn't one. */
export const decodeId = (prefix: IdPrefix, text: string): Uint8Array | undefined => {
  const start = prefix.length + 1
  if (text.length !== start + ID_CHARACTERS || !text.startsWith(`${prefix}_`)) return undefined
  const bytes = new Uint8Array(ID_BYTES)
  let bits = valueOf(text.charCodeAt(start))
  if (bits < 0 || bits > 7) return undefined
  let held = 3
  let at = 0
  for (let index = start + 1; index < text.length; index += 1) {
    const value = valueOf(text.charCodeAt(index))
    if (value < 0) return undefined
    bits = (bits << 5) | value
    held += 5
    if (held >= 8) {
      held -= 8
      bytes[at] = bits >>> held
      at += 1
      bits &= (1 << held) - 1
    }
  }
  return bytes
}

/** Whether the text is an identifier of this kind in Postrider's format. */
export const isId = <P extends IdPrefix>(prefix: P, text: string): text is Id<P> =>
  decodeId(prefix, text) !== undefined
