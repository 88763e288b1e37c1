/** The address and the credentials of a bucket. */
export interface S3Address {
  /** Scheme, host and port: `https://s3.eu-west-1.amazonaws.com`. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** The prefix of the names of all objects; empty, or ending with a slash. */
  readonly prefix: string
  /** Whether the path contains the name of the bucket; else it is part of the host name. */
  readonly isPathStyle: boolean
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const FORM = 'an S3 address must be s3://ACCESS_KEY:SECRET@host:port/bucket'
const PARAMETERS = ['region', 'tls', 'prefix', 'style']
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
/** Folders that a URL doesn't change: it would resolve `..` to the parent. */
const PREFIX = /^(?:(?!\.\.?\/)[0-9A-Za-z._-]+\/)*$/

const choice = (address: URL, name: string, [usual, other]: readonly [string, string]): boolean => {
  const given = address.searchParams.get(name) ?? usual
  if (given !== usual && given !== other)
    throw new Error(`${name} in an S3 address must be ${usual} or ${other}`)
  return given === usual
}

const prefixOf = (address: URL): string => {
  const given = address.searchParams.get('prefix') ?? ''
  const prefix = given === '' || given.endsWith('/') ? given : `${given}/`
  if (!PREFIX.test(prefix))
    throw new Error('prefix in an S3 address can contain only letters, digits, ".", "_", "-" and "/"')
  return prefix
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error(FORM)
  }
}

/**
 * Parses `s3://ACCESS_KEY:SECRET@host:port/bucket?region=…&tls=false&prefix=…&style=host`, with special
 * characters percent-encoded. Defaults: region `us-east-1`, TLS, and the bucket in the path. Throws a
 * sentence without the text.
 */
export const parseS3Address = (url: string): S3Address => {
  if (!URL.canParse(url)) throw new Error(FORM)
  const address = new URL(url)
  const accessKeyId = decoded(address.username)
  const secretAccessKey = decoded(address.password)
  const bucket = address.pathname.slice(1)
  const isWhole = address.host !== '' && accessKeyId !== '' && secretAccessKey !== ''
  if (address.protocol !== 's3:' || !isWhole || !BUCKET.test(bucket)) throw new Error(FORM)
  if ([...address.searchParams.keys()].some((name) => !PARAMETERS.includes(name)))
    throw new Error(`an S3 address can have only the parameters ${PARAMETERS.join(', ')}`)
  const isPathStyle = choice(address, 'style', ['path', 'host'])
  if (!isPathStyle && !URL.canParse(`https://${bucket}.${address.host}`))
    throw new Error('style=host in an S3 address requires a host name, not an IP address')
  const scheme = choice(address, 'tls', ['true', 'false']) ? 'https' : 'http'
  return {
    endpoint: `${scheme}://${address.host}`,
    region: address.searchParams.get('region') || 'us-east-1',
    bucket,
    prefix: prefixOf(address),
    isPathStyle,
    accessKeyId,
    secretAccessKey,
  }
}

/** The scheme, host and port of the bucket for browsers. */
export const bucketOriginOf = ({
  endpoint,
  bucket,
  isPathStyle,
}: Pick<S3Address, 'endpoint' | 'bucket' | 'isPathStyle'>): string =>
  isPathStyle ? endpoint : endpoint.replace('://', `://${bucket}.`)
