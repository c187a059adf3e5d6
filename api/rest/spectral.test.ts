import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { testSettings } from '#api/test/servers/settings.ts'
import { openApi } from './openapi.ts'
import { describedRoutes } from './routes.ts'

const spectral = new spectralCore.Spectral()
spectral.setRuleset({ extends: [spectralRulesets.oas as RulesetDefinition] })

async function findings(settings: Parameters<typeof openApi>[1]) {
  const document = JSON.stringify(openApi(describedRoutes, settings))
  const results = await spectral.run(JSON.parse(document))
  return results.map(({ code, path, message }) => `${code} at ${path.join('.')}: ${message}`)
}

test.each([undefined, 'hello@vibes.example', 'https://vibes.example/contact'])(
  'Spectral finds nothing in the document, with the contact %s',
  async (contact) => {
    expect(await findings({ ...testSettings, contact })).toEqual([])
  },
)

test('Spectral finds an example that its schema does not allow', async () => {
  const document = JSON.parse(JSON.stringify(openApi(describedRoutes, testSettings)))
  document.paths['/posts'].post.requestBody.content['application/json'].example = { content: 1 }
  const codes = (await spectral.run(document)).map(({ code }) => code)
  expect(codes).toEqual(['oas3-valid-media-example'])
})
