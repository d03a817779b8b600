// Nest with its own body parser, which keeps only the parsed object.
import 'reflect-metadata';
import { All, Controller, Module, Req, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Request, Response } from 'express';
import { listener } from './receiver.js';

@Controller('webhooks')
class WebhookController {
  @All()
  receive(@Req() request: Request, @Res() response: Response): void {
    listener(request, response);
  }
}

@Module({ controllers: [WebhookController] })
class AppModule {}

const app = await NestFactory.create(AppModule);
await app.listen(0);
