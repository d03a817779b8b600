declare module 'textlint-rule-prh' {
  import type { TextlintRuleModule } from '@textlint/types';

  const rule: { readonly default: TextlintRuleModule };
  export default rule;
}

declare module 'textlint-rule-en-max-word-count' {
  import type { TextlintRuleModule } from '@textlint/types';

  const rule: TextlintRuleModule;
  export default rule;
}
