import type * as t from 'io-ts'
import type { CustomerPrice } from '../../domain/pricing/customer-prices.js'
import type { TemplateId } from '../../../kernel/ids/id.js'
import { isoTime } from '../../../kernel/time/epoch-ms.js'
import type { DayUsage, UsageStep } from '../../../messaging/domain/usage/day-usage.js'
import type { customerPriceShape, dayUsageShape } from './shapes.js'
import { present } from '../../../kernel/present.js'

/** The name of a template if it is known. */
export const templateNameIn = (
  names: ReadonlyMap<TemplateId, string>,
  templateId: TemplateId,
): { readonly templateName?: string } => {
  const templateName = names.get(templateId)
  return templateName === undefined ? {} : { templateName }
}

/** The sums of a day or hour as customers see them; dimensions that weren't asked for are omitted. */
export const dayUsageView = (
  { startMs, appId, channel, country, templateId, ...figures }: DayUsage,
  step: UsageStep,
  names: ReadonlyMap<TemplateId, string>,
): t.TypeOf<typeof dayUsageShape> => ({
  day: isoTime(startMs).slice(0, 10),
  ...(step === 'hour' ? { hour: isoTime(startMs) } : {}),
  ...present({ appId, channel, country }),
  ...(templateId === undefined ? {} : { templateId, ...templateNameIn(names, templateId) }),
  ...figures,
})

/** A price as customers see it; it shows only whether it is their own price. */
export const customerPriceView = ({
  price: { organizationId, effectiveFromMs, category, ...price },
  isReplaced,
}: CustomerPrice): t.TypeOf<typeof customerPriceShape> => ({
  ...price,
  ...present({ category }),
  since: isoTime(effectiveFromMs),
  isOwn: organizationId !== undefined,
  isReplaced,
})
