export default { compatibilityDate: '2025-07-15' };
