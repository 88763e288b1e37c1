import { parseS3Address } from '@postrider/attachments-s3/s3-address'
import { createS3Attachments } from '@postrider/attachments-s3/s3-attachments'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { describeAttachments, type OpenAttachments } from '@postrider/conformance/attachments'
import { startStrictS3 } from './strict-s3.js'

const openBelow =
  (parameters: string): OpenAttachments =>
  async () => {
    const s3 = await startStrictS3()
    const address = parseS3Address(s3.address({ more: parameters }))
    return {
      attachments: createS3Attachments({ address, clock: createSystemClock() }),
      breakDown: s3.close,
      close: s3.close,
    }
  }

describeAttachments('Attachments in a bucket', openBelow(''))
describeAttachments(
  'Attachments below a prefix, in a bucket of another region,',
  openBelow('&prefix=support/files&region=eu-west-1'),
)
