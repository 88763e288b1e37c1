/** The conformance kit for attachments: the entry `@postrider/conformance/attachments`. */
export { describeAttachments } from './attachments/attachments-kit.js'
export {
  type AttachmentsUnderTest,
  download,
  type OpenAttachments,
  upload,
} from './attachments/open-attachments.js'
