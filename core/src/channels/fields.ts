import { type Channel, CHANNEL_NAMES, CHANNELS, type Forms } from './channels.js'
import type { Field, Fields } from '../kernel/codecs/codec.js'
import type { closed, ShapeCodec } from '../kernel/codecs/shape.js'
import type { FieldsOf, Given, GivenContent, IdentifierPart, OptionalPart, SomeChannel } from './kind.js'

/** The intersection of a union's members. */
type Every<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** The parts of a form in all channels, by name. Two channels share a name only for the same part. */
type Parts<Form extends 'sender' | 'shownSender' | 'draft' | 'preview'> = Every<
  { [C in Channel]: Required<Forms[C][Form]> }[Channel]
>

/** The parts of a sender or a content in a request, for any channel. */
export type SenderParts = Given<Parts<'sender'>>
export type ContentParts = GivenContent<Parts<'draft'>>

const fieldsOf = (channels: readonly Channel[], select: (channel: Channel) => Fields): Fields =>
  Object.fromEntries(channels.flatMap((channel) => Object.entries(select(channel))))

const shownFieldsOf = ({ shownFields = {} }: SomeChannel['content']): Fields => shownFields as Fields

/** The parts of the newest channel come first. */
const LATEST_FIRST = CHANNEL_NAMES.toReversed()

/**
 * The parts of a sender in requests; the channel defines which of them it has
 * (docs/api/access#service-configuration).
 */
export const SENDER_FIELDS = fieldsOf(
  CHANNEL_NAMES,
  (channel) => CHANNELS[channel].sender.fields,
) as FieldsOf<Parts<'sender'>>

/** The parts of a sender in responses. */
export const SHOWN_SENDER_FIELDS = fieldsOf(
  CHANNEL_NAMES,
  (channel) => CHANNELS[channel].sender.shownFields,
) as FieldsOf<Parts<'shownSender'>>

/** The parts of a content besides its `text`. */
export const CONTENT_FIELDS = fieldsOf(
  LATEST_FIRST,
  (channel) => CHANNELS[channel].content.fields,
) as FieldsOf<Omit<Parts<'draft'>, 'text'>>

/** The parts of a content besides its `text`, in responses. */
export const SHOWN_CONTENT_FIELDS = fieldsOf(LATEST_FIRST, (channel) => ({
  ...CHANNELS[channel].content.fields,
  ...shownFieldsOf(CHANNELS[channel].content),
})) as FieldsOf<Omit<Parts<'draft'>, 'text'>>

/** The fields shown with a rendered text in previews. */
export const PREVIEW_FIELDS = fieldsOf(
  LATEST_FIRST,
  (channel) => CHANNELS[channel].content.previewFields,
) as FieldsOf<Parts<'preview'>>

type VendorName = { [C in Channel]: Forms[C]['registrationName'] }[Channel]
type Identifiers = {
  readonly [C in Channel as Forms[C]['registrationName']]: Forms[C]['registration']
}

/** Vendors' registrations in requests and responses, each under its vendor's name. */
export type Registrations = { readonly [Name in VendorName]?: Identifiers[Name] }

/** The names of vendors' registrations. */
export const VENDOR_NAMES: readonly VendorName[] = CHANNEL_NAMES.flatMap(
  (channel) => CHANNELS[channel].vendor?.name ?? [],
)

const NONE = {}

const idsAt = ({ name }: NonNullable<SomeChannel['vendor']>) => ({
  description: `IDs of the template at the vendor \`${name}\`.`,
})

type IdentifierFields = {
  readonly [Name in VendorName]: ShapeCodec<FieldsOf<IdentifierPart<Identifiers[Name]>>, typeof NONE>
}

type RegistrationFields = {
  readonly [Name in VendorName]: ShapeCodec<
    FieldsOf<IdentifierPart<Identifiers[Name]>>,
    FieldsOf<OptionalPart<Identifiers[Name]>>
  >
}

const ofVendors = (shapeOf: (vendor: NonNullable<SomeChannel['vendor']>) => Field): Fields =>
  Object.fromEntries(
    CHANNEL_NAMES.flatMap((channel) => {
      const { vendor } = CHANNELS[channel]
      return vendor === undefined ? [] : [[vendor.name, shapeOf(vendor)]]
    }),
  )

/** The schemas of vendors' registrations by name, built with the given object codec. */
export const registrationFields = (shape: typeof closed): RegistrationFields =>
  ofVendors((vendor) => shape(vendor.fields, vendor.optionalFields, idsAt(vendor))) as RegistrationFields

/** The vendors whose identifiers customers enter themselves. */
export const ENTERED_NAMES: readonly VendorName[] = CHANNEL_NAMES.flatMap((channel) => {
  const { vendor } = CHANNELS[channel]
  return vendor?.entered === undefined ? [] : vendor.name
})

/** The schemas of identifiers that customers enter, by vendor name. */
export const enteredFields = (shape: typeof closed): RegistrationFields =>
  Object.fromEntries(
    Object.entries(
      ofVendors((vendor) => shape((vendor.entered?.fields ?? NONE) as Fields, NONE, idsAt(vendor))),
    ).filter(([name]) => ENTERED_NAMES.some((one) => one === name)),
  ) as RegistrationFields

/** The same without the optional fields of a registration: only what sends need. */
export const identifierFields = (shape: typeof closed): IdentifierFields =>
  ofVendors((vendor) => shape(vendor.fields, NONE, idsAt(vendor))) as IdentifierFields
