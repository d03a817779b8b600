declare module 'textlint-rule-prh' {
  import type { TextlintRuleModule } from '@textlint/types';

  const rule: { readonly default: TextlintRuleModule };
  export default rule;
}
