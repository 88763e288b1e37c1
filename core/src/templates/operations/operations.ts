import type { ImplementationsOf } from '../../runner/use-cases/implementation.js'
import { enterTemplateRegistration, enterTemplateRegistrationEntry } from './enter-template-registration.js'
import { getCustomerTemplateDraft, getCustomerTemplateDraftEntry } from './get-customer-template-draft.js'
import { getTemplateReview, getTemplateReviewEntry } from './get-template-review.js'
import {
  listCustomerMessageTemplates,
  listCustomerMessageTemplatesEntry,
} from './list-customer-message-templates.js'
import {
  listCustomerTemplateDrafts,
  listCustomerTemplateDraftsEntry,
} from './list-customer-template-drafts.js'
import {
  listCustomerTemplateVersions,
  listCustomerTemplateVersionsEntry,
} from './list-customer-template-versions.js'
import { listTemplateReviews, listTemplateReviewsEntry } from './list-template-reviews.js'
import { previewTemplateDraft, previewTemplateDraftEntry } from './preview-template-draft.js'
import {
  refuseTemplateRegistration,
  refuseTemplateRegistrationEntry,
} from './refuse-template-registration.js'
import {
  decideTemplateReview,
  decideTemplateReviewEntry,
  recordTemplateRegistration,
  recordTemplateRegistrationEntry,
  switchTemplate,
  switchTemplateEntry,
} from './review.js'
import { saveCustomerTemplateDraft, saveCustomerTemplateDraftEntry } from './save-customer-template-draft.js'
import {
  listStarterTemplates,
  listStarterTemplatesEntry,
  addStarterTemplates,
  addStarterTemplatesEntry,
  saveStarterTemplate,
  saveStarterTemplateEntry,
} from './starters.js'
import {
  submitCustomerTemplateDraftForReview,
  submitCustomerTemplateDraftForReviewEntry,
} from './submit-customer-template-draft-for-review.js'

/**
 * Operations about an Organization's templates (docs/api/templates) and their review
 * (docs/api/templates#template-review).
 */
export const templateOperations = {
  saveCustomerTemplateDraft: saveCustomerTemplateDraftEntry,
  submitCustomerTemplateDraftForReview: submitCustomerTemplateDraftForReviewEntry,
  listCustomerTemplateDrafts: listCustomerTemplateDraftsEntry,
  listCustomerMessageTemplates: listCustomerMessageTemplatesEntry,
  getCustomerTemplateDraft: getCustomerTemplateDraftEntry,
  enterTemplateRegistration: enterTemplateRegistrationEntry,
  listCustomerTemplateVersions: listCustomerTemplateVersionsEntry,
  previewTemplateDraft: previewTemplateDraftEntry,
  listTemplateReviews: listTemplateReviewsEntry,
  getTemplateReview: getTemplateReviewEntry,
  decideTemplateReview: decideTemplateReviewEntry,
  recordTemplateRegistration: recordTemplateRegistrationEntry,
  refuseTemplateRegistration: refuseTemplateRegistrationEntry,
  switchTemplate: switchTemplateEntry,
  listStarterTemplates: listStarterTemplatesEntry,
  addStarterTemplates: addStarterTemplatesEntry,
  saveStarterTemplate: saveStarterTemplateEntry,
} as const

/** Implementations of the operations about templates and their review. */
export const templateImplementations = {
  saveCustomerTemplateDraft,
  submitCustomerTemplateDraftForReview,
  listCustomerTemplateDrafts,
  listCustomerMessageTemplates,
  getCustomerTemplateDraft,
  enterTemplateRegistration,
  listCustomerTemplateVersions,
  previewTemplateDraft,
  listTemplateReviews,
  getTemplateReview,
  decideTemplateReview,
  recordTemplateRegistration,
  refuseTemplateRegistration,
  switchTemplate,
  listStarterTemplates,
  addStarterTemplates,
  saveStarterTemplate,
} satisfies ImplementationsOf<typeof templateOperations>
