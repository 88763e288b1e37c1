// The parts of the library in use, which has no types of its own: encoding and decoding of PDUs.
declare module 'smpp/lib/pdu.js' {
  export class PDU {
    constructor(command: string | Buffer, options?: Readonly<Record<string, unknown>>)
    readonly [field: string]: unknown
    toBuffer(): Buffer
    protected _filter(way: 'encode' | 'decode'): void
  }
}

declare module 'smpp/lib/defs.js' {
  interface TlvDefinition {
    readonly id: number
    readonly tag: string
    readonly type: unknown
  }
  export const errors: Readonly<Record<string, number>>
  export const tlvs: Record<string, TlvDefinition>
  export const tlvsById: Record<number, TlvDefinition>
  export const types: { readonly tlv: { readonly buffer: unknown } }
}
