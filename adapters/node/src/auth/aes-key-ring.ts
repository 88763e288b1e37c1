import { createCipheriv, createDecipheriv, randomFillSync, type CipherGCMTypes } from 'node:crypto'
import { type KeyId, type UnknownKey, unknownKey } from '@postrider/core/kernel/ids/key-id'
import { E } from '@postrider/core/fp'
import type { KeyRing } from '@postrider/core/kernel/ports/key-ring'
import { byKeyId, namesOf, underKey } from './master-key-ring.js'
import type { MasterKey, MasterKeys } from './master-key.js'

const VERSION = 'v1'
const CIPHER: CipherGCMTypes = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const RANDOM_BYTES = KEY_BYTES + NONCE_BYTES
const POOL_TEXTS = 256

// RFC 3394: it is deterministic, so nonces don't limit the number of secrets that a master key may seal.
const WRAP = 'id-aes256-wrap'
const WRAP_IV = Buffer.alloc(8, 0xa6)

const wrap = (master: Buffer, dataKey: Buffer): Buffer => {
  const cipher = createCipheriv(WRAP, master, WRAP_IV)
  return Buffer.concat([cipher.update(dataKey), cipher.final()])
}

const unwrap = (master: Buffer, wrapped: Buffer): Buffer => {
  const decipher = createDecipheriv(WRAP, master, WRAP_IV)
  return Buffer.concat([decipher.update(wrapped), decipher.final()])
}

/**
 * Random bytes are fetched for many texts at a time: one call per text would cost more than the rest of a
 * seal.
 */
const randomPool = Buffer.alloc(POOL_TEXTS * RANDOM_BYTES)
let usedBytes = randomPool.length

/** The bytes of one text's key and nonce; valid until the next call. */
const randomOfText = (): Buffer => {
  if (usedBytes === randomPool.length) {
    randomFillSync(randomPool)
    usedBytes = 0
  }
  usedBytes += RANDOM_BYTES
  return randomPool.subarray(usedBytes - RANDOM_BYTES, usedBytes)
}

const seal = (plain: string, place: string, { id, key }: MasterKey): string => {
  const random = randomOfText()
  const [dataKey, nonce] = [random.subarray(0, KEY_BYTES), random.subarray(KEY_BYTES)]
  const cipher = createCipheriv(CIPHER, dataKey, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(place))
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  const parts = [wrap(key, dataKey), nonce, text, cipher.getAuthTag()]
  const sealed = [VERSION, id, ...parts.map((part) => part.toString('base64url'))].join('.')
  random.fill(0)
  return sealed
}

/** The bytes of a part; undefined unless it is in the canonical encoding. */
const decode = (part: string): Buffer | undefined => {
  const bytes = Buffer.from(part, 'base64url')
  return bytes.toString('base64url') === part ? bytes : undefined
}

/** The parts of a sealed text. */
interface Parts {
  readonly keyId: KeyId
  readonly wrapped: Buffer
  readonly nonce: Buffer
  readonly text: Buffer
  readonly tag: Buffer
}

const partsOf = (sealed: string): Parts | undefined => {
  const [version, keyId = '', ...encoded] = sealed.split('.')
  const [wrapped, nonce, text, tag, ...more] = encoded.map(decode)
  const whole = more.length === 0 && tag?.length === TAG_BYTES
  if (version !== VERSION || !whole || !wrapped || !text || nonce?.length !== NONCE_BYTES) return undefined
  return { keyId, wrapped, nonce, text, tag }
}

type Keys = ReadonlyMap<KeyId, Buffer>

const open = (sealed: string, place: string, keys: Keys): E.Either<UnknownKey, string> => {
  const parts = partsOf(sealed)
  if (parts === undefined) throw new Error(`what should be a sealed text in ${place} is none`)
  const { keyId, wrapped, nonce, text, tag } = parts
  const master = keys.get(keyId)
  if (master === undefined) return E.left(unknownKey(keyId))
  try {
    const decipher = createDecipheriv(CIPHER, unwrap(master, wrapped), nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(place))
    decipher.setAuthTag(tag)
    return E.right(Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8'))
  } catch (cause) {
    throw new Error(`the sealed text in ${place} was changed or belongs elsewhere`, { cause })
  }
}

const sealAnew = (sealed: string, under: KeyId, keys: Keys): E.Either<UnknownKey, string> => {
  const parts = partsOf(sealed)
  if (parts === undefined) throw new Error('what should be a sealed text is none')
  const [master, next] = [keys.get(parts.keyId), underKey(keys, under)]
  if (master === undefined) return E.left(unknownKey(parts.keyId))
  const [version, , , ...rest] = sealed.split('.')
  const wrapped = wrap(next, unwrap(master, parts.wrapped)).toString('base64url')
  return E.right([version, under, wrapped, ...rest].join('.'))
}

/**
 * Seals as `v1.<key id>.<wrapped data key>.<nonce>.<text>.<tag>`, parts in base64url
 * (docs/promises#secrets-at-rest). Every text has a random key of its own, which the master key seals:
 * changing the master key rewraps small keys and doesn't change the texts.
 */
export const createKeyRing = (keys: MasterKeys): KeyRing => {
  const byId = byKeyId(keys, ({ key }) => key)
  const names = namesOf(keys)
  return {
    ...names,
    seal: (plain, place, under = names.own) => seal(plain, place, { id: under, key: underKey(byId, under) }),
    open: (sealed, place) => open(sealed, place, byId),
    keyOf: (sealed) => partsOf(sealed)?.keyId,
    sealAnew: (sealed, under) => sealAnew(sealed, under, byId),
  }
}
