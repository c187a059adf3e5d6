export const SECTION_ID = 'webhooks'
